import type { EventMap } from '@wakeline/domain/courses/event';
import { createTraining, TRAINING } from './account-data/training.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';
import { OCAD_MAP } from './seed-layers.ts';

const WEEK = 7 * 86_400_000;

/** A training of next week with its courses. */
export function createCourseKinds({ client, signal }: SeedContext): readonly ResourceKind[] {
  async function findMap(): Promise<EventMap | null> {
    const { list } = await client.call('queryOcadMaps', {}, { signal });
    const map = list.find(({ mapName }) => mapName === OCAD_MAP);
    return map === undefined ? null : { kind: 'ocad', id: map.mapId, name: map.mapName };
  }

  return [
    {
      action: 'importCourseFile',
      names: async () =>
        (await client.call('queryCourseEvents', {}, { signal })).list.map((item) => item.eventName),
      items: [
        {
          name: TRAINING,
          async create() {
            const date = new Date(Date.now() + WEEK).toISOString().slice(0, 10);
            const content = {
              format: 'wakeline-course-event',
              version: 1,
              event: createTraining(date, await findMap()),
              document: null,
            };
            const file = new File([JSON.stringify(content)], 'training.json', { type: 'application/json' });
            return client.call('importCourseFile', { file, save: true }, { signal });
          },
        },
      ],
    },
  ];
}
