import type { Handlers } from '../../http/handler.ts';

type Done = 'getShareTrackColumns';

export function sharedReplayHandlers(): Pick<Handlers, Done> {
  return {
    async getShareTrackColumns() {
      throw new Error('not built');
    },
  };
}
