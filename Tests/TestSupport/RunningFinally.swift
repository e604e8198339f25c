// SPDX-License-Identifier: MIT

/// Runs `body` and then `end`, whether `body` failed or not: what `defer` does where nothing has to be waited for.
package func running<Result>(_ body: () async throws -> Result, finally end: () async -> Void) async throws -> Result {
    let result: Result
    do {
        result = try await body()
    } catch {
        await end()
        throw error
    }
    await end()
    return result
}
