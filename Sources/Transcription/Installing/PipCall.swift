// SPDX-License-Identifier: MIT

internal import EventLoop

/// The call of pip that installs a requirements file into a folder of its own.
///
/// The user's settings of where packages come from (index, mirrors, proxies, certificates) hold. What would make a call that is complete in itself mean
/// something else is taken back: environment variables by leaving them out, switches in configuration files by an environment variable, which wins over them.
enum PipCall {
    /// Settings that change what is installed, how, or where to.
    private static let left = [
        "ABI", "CONSTRAINT", "EDITABLE", "IMPLEMENTATION", "LOG", "NO_BINARY", "NO_DEPS", "ONLY_BINARY", "PLATFORM", "PREFIX", "PYTHON", "PYTHON_VERSION", "QUIET",
        "REPORT", "REQUIREMENT", "ROOT", "SRC", "TARGET", "VERBOSE",
    ]
    private static let switchedOff = ["DRY_RUN", "IGNORE_REQUIRES_PYTHON", "PRE", "REQUIRE_VIRTUALENV", "USER"]

    /// Installs what `requirements` lists into `folder`, all downloads going through `scratch`.
    static func command(_ python: String, requirements: String, folder: String, scratch: String, variables: [String: String]) -> ChildProcess.Command {
        let arguments = [
            "-m", "pip", "install", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--no-cache-dir", "--no-compile", "--no-input",
            "--disable-pip-version-check", "--no-warn-script-location", "--progress-bar", "off", "--retries", "1", "--target", folder, "-r", requirements,
        ]
        return ChildProcess.Command(python, arguments, environment: environment(variables, scratch: scratch), workingDirectory: "/")
    }

    private static func environment(_ variables: [String: String], scratch: String) -> [String: String] {
        var environment = variables
        for name in left {
            environment["PIP_\(name)"] = nil
        }
        for name in switchedOff {
            environment["PIP_\(name)"] = "0"
        }
        environment["TMPDIR"] = scratch
        // Its errors are read, so they must be in English.
        environment["LC_ALL"] = "C.UTF-8"
        environment["LANGUAGE"] = nil
        return environment
    }
}
