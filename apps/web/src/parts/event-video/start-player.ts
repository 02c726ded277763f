export type PlayerStatus = 'loading' | 'playing' | 'stopped' | 'unsupported';

export interface PlayerSource {
  /** HTTP-FLV while `isLive`, otherwise an FLV file. */
  readonly url: string;
  readonly isLive: boolean;
  /** HLS, for browsers without Media Source Extensions; null: none. */
  readonly hlsUrl: string | null;
}

/**
 * Plays a stream or a recording in a video element. `stopped`: the stream has ended or failed.
 *
 * @returns the function that ends it
 */
export function startPlayer(
  video: HTMLVideoElement,
  source: PlayerSource,
  onStatus: (status: PlayerStatus) => void,
): () => void {
  let destroy: (() => void) | null = null;
  let isEnded = false;
  const report = (status: PlayerStatus) => {
    if (!isEnded) onStatus(status);
  };
  const events = new AbortController();
  const listen = (event: string, listener: () => void) =>
    video.addEventListener(event, listener, { signal: events.signal });
  listen('playing', () => report('playing'));
  report('loading');
  attach(video, source, report).then(
    (attached) => {
      if (isEnded) attached();
      else destroy = attached;
    },
    // The code of the player could not be loaded.
    () => report('stopped'),
  );
  return () => {
    isEnded = true;
    events.abort();
    destroy?.();
  };
}

async function attach(
  video: HTMLVideoElement,
  { url, isLive, hlsUrl }: PlayerSource,
  report: (status: PlayerStatus) => void,
): Promise<() => void> {
  // It needs a browser when it is loaded, and only this page needs it.
  const { default: mpegts } = await import('mpegts.js');
  if (!mpegts.getFeatureList().mseLivePlayback) return attachNative(video, hlsUrl, report);
  mpegts.LoggingControl.enableAll = false;
  const player = mpegts.createPlayer(
    { type: 'flv', url: new URL(url, location.href).href, isLive },
    // Without its buffer and with a changed speed, the picture stays about a second behind.
    isLive
      ? { enableStashBuffer: false, lazyLoad: false, liveSync: true, autoCleanupSourceBuffer: true }
      : { lazyLoad: true },
  );
  player.on(mpegts.Events.ERROR, () => report('stopped'));
  if (isLive) player.on(mpegts.Events.LOADING_COMPLETE, () => report('stopped'));
  player.attachMediaElement(video);
  player.load();
  if (isLive) play(video);
  return () => player.destroy();
}

function attachNative(
  video: HTMLVideoElement,
  hlsUrl: string | null,
  report: (status: PlayerStatus) => void,
): () => void {
  if (hlsUrl === null || video.canPlayType('application/vnd.apple.mpegurl') === '') {
    report('unsupported');
    return () => undefined;
  }
  const onError = () => report('stopped');
  video.addEventListener('error', onError);
  video.src = hlsUrl;
  play(video);
  return () => {
    video.removeEventListener('error', onError);
    video.removeAttribute('src');
    video.load();
  };
}

/** Browsers refuse to start with sound; the button for playing stays. */
export function play(video: HTMLVideoElement): void {
  video.play().catch(() => undefined);
}
