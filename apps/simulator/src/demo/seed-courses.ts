import { createTraining, TRAINING } from './account-data/training.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';

const WEEK = 7 * 86_400_000;

/** A training of next week with its courses. */
export function createCourseKinds({ client, signal }: SeedContext): readonly ResourceKind[] {
  return [
    {
      action: 'importCourseFile',
      names: async () =>
        (await client.call('queryCourseEvents', {}, { signal })).list.map((item) => item.eventName),
      items: [
        {
          name: TRAINING,
          create() {
            const date = new Date(Date.now() + WEEK).toISOString().slice(0, 10);
            const content = {
              format: 'wakeline-course-event',
              version: 1,
              event: createTraining(date),
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
