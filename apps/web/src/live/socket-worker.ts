import type { SocketEvent, SocketRequest } from './socket-messages.ts';
import { StateQueue } from './state-queue.ts';

/**
 * Owns the live socket and decodes its states, so that the page only copies numbers. The page takes the next batch
 * when it has applied the last one.
 */
const queue = new StateQueue();
let socket: WebSocket | null = null;
/** The page waits for a batch. */
let isWaiting = true;
let clockOffset = 0;

function send(event: SocketEvent, transfer: Transferable[] = []): void {
  postMessage(event, { transfer });
}

function sendBatch(): void {
  const batch = queue.take();
  if (batch === null) return;
  isWaiting = false;
  send({ type: 'states', batch, clockOffset }, [
    batch.trackerIds.buffer,
    batch.rows.buffer,
  ] as Transferable[]);
}

/** Texts follow all states that the server sent before them. */
function sendText(text: string): void {
  while (queue.size > 0) sendBatch();
  send({ type: 'text', text });
}

function open(url: string): void {
  let opened: WebSocket;
  try {
    opened = new WebSocket(url);
  } catch {
    // The page's policy forbids sockets: for the page that is a closed socket.
    send({ type: 'close' });
    return;
  }
  socket = opened;
  opened.binaryType = 'arraybuffer';
  opened.onopen = () => send({ type: 'open' });
  opened.onclose = () => send({ type: 'close' });
  opened.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string') {
      sendText(data);
      return;
    }
    try {
      clockOffset = queue.add(new Uint8Array(data)) - Date.now();
    } catch {
      opened.close();
      return;
    }
    if (isWaiting) sendBatch();
  };
}

addEventListener('message', ({ data }: MessageEvent<SocketRequest>) => {
  switch (data.type) {
    case 'open':
      open(data.url);
      break;
    case 'send':
      socket?.send(data.text);
      break;
    case 'next':
      isWaiting = true;
      sendBatch();
      break;
    case 'close':
      socket?.close();
      close();
      break;
  }
});
