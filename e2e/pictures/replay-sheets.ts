import type { Page } from '@playwright/test';
import type { Language } from '../support/console.ts';
import type { ServerProcess } from '../support/server.ts';
import type { Sheet } from './sheets.ts';

const HOUR = 3_600_000;
/** A boat of the demo's fleet, which has been at sea for two hours. */
const DEVICE = 'Pilot 2';

/** Opens the replay of the last two hours at six tenths of it, and a part of its panel. */
const openPart =
  (part: Readonly<Record<Language, RegExp>>) =>
  async (page: Page, language: Language, server: ServerProcess): Promise<void> => {
    const { list } = await server.client.call('queryAllTrackers', {});
    const found = list.find(({ trackerName }) => trackerName === DEVICE);
    if (found === undefined) throw new Error(`the fleet has no ${DEVICE}`);
    const end = Date.now();
    const query = new URLSearchParams({
      trackerId: String(found.trackerId),
      start: String(end - 2 * HOUR),
      end: String(end),
      time: String(Math.round(end - 0.8 * HOUR)),
      color: 'speed',
    });
    await page.goto(`${server.url}/traceReplaySingle?${query}`);
    await page.getByRole('slider').first().waitFor();
    // On a phone the panel is a sheet from below.
    const opener = page.getByRole('button', {
      name: { zh_CN: '打开面板', en_US: 'Open the panel' }[language],
    });
    if (await opener.isVisible()) await opener.click();
    await page.getByText(part[language]).first().click();
  };

/** The replay of one device: without a question, with its stays, and with what is chosen of its looks. */
export const REPLAY_SHEETS: readonly Sheet[] = [
  { name: 'replay-asked', path: '/traceReplaySingle', signedIn: true },
  {
    name: 'replay-stays',
    path: '/traceReplaySingle',
    signedIn: true,
    act: openPart({ zh_CN: /^停留点（/, en_US: /^Stays \(/ }),
  },
  {
    name: 'replay-display',
    path: '/traceReplaySingle',
    signedIn: true,
    act: openPart({ zh_CN: /^显示$/, en_US: /^Display$/ }),
  },
];
