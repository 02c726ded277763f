import { findServiceWorker, hasServiceWorker, registerServiceWorker } from '../../service/service-worker.ts';

/** Whether this browser can receive push messages: not without TLS, except on this machine. */
export function isPushSupported(): boolean {
  return hasServiceWorker() && 'PushManager' in globalThis;
}

/** The push subscription of this browser; null: none. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  if (!isPushSupported()) return null;
  const registration = await findServiceWorker();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** What the server needs to send messages to a subscription. */
export interface PushKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Subscribes this browser. Rejects if the browser or its push service refuses.
 *
 * @param publicKey VAPID key of the server, base64url
 */
export async function subscribeToPush(publicKey: string): Promise<PushKeys> {
  await registerServiceWorker();
  const registration = await navigator.serviceWorker.ready;
  // A subscription for another key cannot be changed.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { keys = {} } = subscription.toJSON();
  return { endpoint: subscription.endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}
