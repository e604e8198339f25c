// SPDX-License-Identifier: MIT

/// The bus interfaces as their XML states them: the one source of the contract, embedded in the programs that speak it.
public enum IntrospectionDocument {
    /// What `/org/tallylight/Recorder1` answers when it is introspected.
    public static let recorder1 = String(decoding: PackageResources.org_tallylight_Recorder1_xml, as: UTF8.self)

    /// What `/org/mpris/MediaPlayer2` answers when it is introspected.
    public static let mediaPlayer2 = String(decoding: PackageResources.org_mpris_MediaPlayer2_xml, as: UTF8.self)

    /// What `/StatusNotifierItem` answers when it is introspected.
    public static let statusNotifierItem = String(decoding: PackageResources.org_kde_StatusNotifierItem_xml, as: UTF8.self)

    /// What `/MenuBar` answers when it is introspected.
    public static let menu = String(decoding: PackageResources.com_canonical_dbusmenu_xml, as: UTF8.self)
}
