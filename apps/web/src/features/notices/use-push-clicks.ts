import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Opens the page of a push message that was clicked: `service-worker.js` names it. */
export function usePushClicks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    // Browsers have none without TLS.
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
    function open({ data }: MessageEvent): void {
      if (data?.type === 'open' && typeof data.path === 'string') navigate(data.path);
    }
    worker?.addEventListener('message', open);
    // Messages wait until a page that adds its listeners late is ready for them.
    worker?.startMessages();
    return () => worker?.removeEventListener('message', open);
  }, [navigate]);
}
