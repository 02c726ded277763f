import type { LiveSocket } from '@wakeline/client/live/connect-live';
import type { ReceivedStates, SocketEvent, SocketRequest } from './socket-messages.ts';

/** Opens the live socket in a worker. Data of its binary messages are `ReceivedStates`. */
export function openWorkerSocket(url: string): LiveSocket {
  const worker = new Worker(new URL('./socket-worker.ts', import.meta.url), { type: 'module' });
  const send = (request: SocketRequest) => worker.postMessage(request);
  const socket: LiveSocket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: (text) => send({ type: 'send', text }),
    close: () => send({ type: 'close' }),
  };
  worker.addEventListener('message', ({ data }: MessageEvent<SocketEvent>) => {
    switch (data.type) {
      case 'open':
        socket.onopen?.();
        break;
      case 'text':
        socket.onmessage?.({ data: data.text });
        break;
      case 'states':
        socket.onmessage?.({ data: data satisfies ReceivedStates });
        send({ type: 'next' });
        break;
      case 'close':
        worker.terminate();
        socket.onclose?.();
        break;
    }
  });
  // The worker could not be loaded, or failed: the same as a lost connection.
  worker.addEventListener('error', () => {
    worker.terminate();
    socket.onerror?.();
    socket.onclose?.();
  });
  send({ type: 'open', url });
  return socket;
}
