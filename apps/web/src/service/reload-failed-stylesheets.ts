/** Requests the page's failed style sheets again, because the module loader does so only once. */
export async function reloadFailedStylesheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(
    links
      .filter(({ sheet }) => sheet === null)
      .map(
        (failedLink) =>
          new Promise<void>((resolve, reject) => {
            const link = failedLink.cloneNode() as HTMLLinkElement;
            link.addEventListener('load', () => resolve());
            link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
            failedLink.replaceWith(link);
          }),
      ),
  );
}
