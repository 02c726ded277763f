import type { Handlers } from '../../http/handler.ts';

type Done = 'getTrackReplyByTime' | 'getChartData' | 'queryTrackNotices' | 'deleteTrackByTime';

export function replayHandlers(): Pick<Handlers, Done> {
  return {
    async getTrackReplyByTime() {
      throw new Error('not built');
    },
    async getChartData() {
      throw new Error('not built');
    },
    async queryTrackNotices() {
      throw new Error('not built');
    },
    async deleteTrackByTime() {
      throw new Error('not built');
    },
  };
}
