import type { Handlers } from '../../http/handler.ts';

type Done = 'exportTrack' | 'importTrack';

export function trackFileHandlers(): Pick<Handlers, Done> {
  return {
    async exportTrack() {
      throw new Error('not built');
    },
    async importTrack() {
      throw new Error('not built');
    },
  };
}
