/** Milliseconds after which the browser has started to read the file. */
const READ_MS = 60_000;

/** Saves content as a file of this name. */
export function downloadFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
