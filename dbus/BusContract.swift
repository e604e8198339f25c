// SPDX-License-Identifier: MIT

/// The bus interface as its XML states it, the one source of the contract.
public enum BusDocuments {
    /// The introspection document of `/org/tallylight/Recorder1`.
    public static let recorder1 = String(decoding: PackageResources.org_tallylight_Recorder1_xml, as: UTF8.self)
}
