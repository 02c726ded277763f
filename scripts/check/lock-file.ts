/**
 * A lock file must hold no download addresses: they name the registry of whoever wrote it, and others would be sent
 * there. `.npmrc` keeps npm from writing them; this sees to it that nobody got around that.
 *
 * @returns a line for each address, and for each package without the checksum that stands in for it.
 */
export function lockFileFaults(text: string): readonly string[] {
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>;
  };
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link }]) => {
    if (!path.includes('node_modules/') || link === true) return [];
    if (resolved !== undefined) return [`package-lock.json: ${path} holds a download address`];
    return integrity === undefined ? [`package-lock.json: ${path} has no checksum`] : [];
  });
}
