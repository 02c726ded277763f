/** Asks once more for the style sheets of the page that did not come: what loads them with the code does so only once. */
export async function loadLostSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(
    links
      .filter(({ sheet }) => sheet === null)
      .map(
        (lost) =>
          new Promise<void>((resolve, reject) => {
            const link = lost.cloneNode() as HTMLLinkElement;
            link.addEventListener('load', () => resolve());
            link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
            lost.replaceWith(link);
          }),
      ),
  );
}
