import { type Act, press } from './acts.ts';
import type { Sheet } from './sheets.ts';

const EVENTS = '/coursePlanner';
const NEW_EVENT = { zh_CN: '新建赛事', en_US: 'Add event' } as const;

/** Waits until the map has drawn the event (User Timing, `map/courses/courses-on-map.ts`). */
const drawn: Act = async (page) => {
  await page.waitForFunction(() => performance.getEntriesByName('wakeline:courses-drawn').length > 0);
};

/** Opens the training of the demo with its long course and a panel. */
const openTraining =
  (panel: string): Act =>
  async (page, language, server) => {
    const { client, url } = server;
    const [event] = (await client.call('queryCourseEvents', {})).list;
    await page.goto(`${url}${EVENTS}?event=${event?.eventId}&course=long&panel=${panel}`);
    await page.getByRole('status').first().waitFor();
    await drawn(page, language, server);
  };

const openNew: Act = async (page, language, server) => {
  await press(NEW_EVENT)(page, language);
  await drawn(page, language, server);
};

/** The course planner with the training of the demo. */
export const COURSE_SHEETS: readonly Sheet[] = [
  { name: 'course-events', path: EVENTS, signedIn: true },
  {
    name: 'course-planner',
    path: EVENTS,
    signedIn: true,
    // The race layer of the demo.
    manyColours: true,
    act: openTraining('courses'),
    steps: [
      {
        name: 'course-planner-control',
        act: (page) => page.getByRole('button', { name: /^1\s*31/ }).click(),
      },
    ],
  },
  ...(['controls', 'check', 'people', 'settings'] as const).map((panel) => ({
    ...{ name: `course-planner-${panel}`, path: EVENTS, signedIn: true, manyColours: true },
    act: openTraining(panel),
  })),
  {
    name: 'course-import',
    path: EVENTS,
    signedIn: true,
    act: press({ zh_CN: '导入', en_US: 'Import' }),
  },
];

/** The same without any event, and a new one. */
export const EMPTY_COURSE_SHEETS: readonly Sheet[] = [
  { name: 'course-events-empty', path: EVENTS, signedIn: true },
  { name: 'course-planner-empty', path: EVENTS, signedIn: true, act: openNew },
];
