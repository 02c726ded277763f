import { makeTracks } from './tracks-maker.ts';
import type { TracksWork } from './tracks-messages.ts';

const work = makeTracks((news, handedOver = []) => postMessage(news, { transfer: handedOver }));

addEventListener('message', ({ data }: MessageEvent<TracksWork>) => work(data));
