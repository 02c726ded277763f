import { createTracksBuilder } from './tracks-builder.ts';
import type { TracksRequestMessage } from './tracks-messages.ts';

const handleRequest = createTracksBuilder((event, transfer = []) =>
  postMessage(event, { transfer: transfer }),
);

addEventListener('message', ({ data }: MessageEvent<TracksRequestMessage>) => handleRequest(data));
