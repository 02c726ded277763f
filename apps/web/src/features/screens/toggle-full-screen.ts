/** Enters or leaves full screen. A browser that refuses it stays as it is. */
export function toggleFullScreen(element: HTMLElement | null): void {
  const toggled =
    document.fullscreenElement === null ? element?.requestFullscreen() : document.exitFullscreen();
  toggled?.catch((error: unknown) => reportError(error));
}
