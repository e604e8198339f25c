// SPDX-License-Identifier: MIT

internal import Glibc

/// A shell script in the place of sherpa-onnx, whose text is no draft: takes that it hears go to the documents.
///
/// The recorder knows the real one's files by their sizes and first bytes; these have both, and nothing else.
package final class StandInSherpa: Sendable {
    /// Where it lies; what a data folder needs is a link `engines` to it.
    package let folder = ScratchFolder()
    /// What it says.
    package static let words = "seven seals were stamped on great sheets"

    /// An engine that hears ``words`` in everything.
    package init() async throws {
        let script = """
            root=$1/sherpa-onnx-2.0.1 assets=$1/sherpa-onnx-2.0.1/moonshine_voice/assets/tiny-en
            mkdir -p "$root/bin" "$root/silero_vad/data" "$root/sherpa_onnx/lib" "$assets"
            make() { printf "$2" > "$1" && truncate -s "$3" "$1"; }
            make "$root/silero_vad/data/silero_vad.onnx" '\\010\\010\\022\\004spox' 2327524
            make "$assets/encoder_model.ort" 'xxxxORTM' 13281600
            make "$assets/decoder_model_merged.ort" 'xxxxORTM' 30412256
            make "$root/tokens.txt" 'PHVuaz4= 0\\n' 549350
            cat > "$root/bin/sherpa-onnx-vad-with-offline-asr" <<'END'
            #!/bin/sh
            for audio; do :; done
            end=$(($(stat -c %s "$audio") / 32000)).0
            echo "0.0 -- $end: \(Self.words)"
            echo "Elapsed seconds: 0.1 s" >&2
            END
            chmod 755 "$root/bin/sherpa-onnx-vad-with-offline-asr"
            """
        let result = try await Subprocess.run("/bin/sh", ["-ec", script, "sh", folder.path])
        guard result.code == 0 else { throw DeskError(result.errors) }
    }
}
