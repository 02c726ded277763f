import type { Handlers } from '../../http/handler.ts';

type Done = 'matchTrack' | 'queryReplaySetup';

export function matchingHandlers(): Pick<Handlers, Done> {
  return {
    async matchTrack() {
      throw new Error('not built');
    },
    async queryReplaySetup() {
      throw new Error('not built');
    },
  };
}
