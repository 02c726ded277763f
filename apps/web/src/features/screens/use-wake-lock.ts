import { useEffect } from 'react';

/** Keeps the display on while the page is visible, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isClosed = false;
    async function request(): Promise<void> {
      if (document.hidden || !('wakeLock' in navigator)) return;
      try {
        const granted = await navigator.wakeLock.request('screen');
        if (isClosed) await granted.release();
        else lock = granted;
      } catch {
        // The system refuses it, for example on low battery; it is requested again when the page is visible again.
      }
    }
    const onVisible = () => void request();
    // The browser releases it when the page is hidden.
    document.addEventListener('visibilitychange', onVisible);
    void request();
    return () => {
      isClosed = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
