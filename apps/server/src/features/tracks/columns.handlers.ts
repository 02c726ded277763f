import type { Handlers } from '../../http/handler.ts';

type Done = 'getTrackColumns';

export function trackColumnHandlers(): Pick<Handlers, Done> {
  return {
    async getTrackColumns() {
      throw new Error('not built');
    },
  };
}
