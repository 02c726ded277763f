import { expect, type Page } from '@playwright/test';
import { createSampleMap } from '@wakeline/server/testing/ocad-files';
import type { Language } from '../support/console.ts';
import { Device } from '../support/device.ts';
import { registerAt } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';
import type { Act } from './acts.ts';
import type { Sheet } from './sheets.ts';

type Names = Readonly<Record<Language, string>>;

/** The area of the fences, routes and points of `populate-map.ts`. */
const GUILIN = { lng: 110.2975, lat: 25.2775, zoom: 13.4 } as const;
const IMEI = '13900000999';

/** A tool panel of the live map. */
const tool =
  (name: Names, then?: (page: Page, language: Language) => Promise<void>): Act =>
  async (page, language) => {
    await page.getByRole('button', { name: name[language], exact: true }).first().click();
    await page.getByRole('region', { name: name[language], exact: true }).waitFor();
    await then?.(page, language);
  };

const FENCES: Names = { zh_CN: '围栏', en_US: 'Fences' };

/** Screens with a map. The last ones show an SOS, which stays in the header from then on. */
export const MAP_SHEETS: readonly Sheet[] = [
  { name: 'map-fences', path: '/', signedIn: true, camera: GUILIN, act: tool(FENCES) },
  {
    name: 'map-fence-form',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    act: tool(FENCES, async (page, language) => {
      const add = { zh_CN: /新建/, en_US: /New fence|Add/ }[language];
      await page
        .getByRole('region', { name: FENCES[language] })
        .getByRole('button', { name: add })
        .first()
        .click();
    }),
  },
  {
    name: 'map-points',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    act: tool({ zh_CN: '标注点', en_US: 'Labelled points' }),
  },
  {
    name: 'map-routes',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    act: tool({ zh_CN: '路线', en_US: 'Routes' }),
  },
  {
    name: 'map-layers',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    act: tool({ zh_CN: '图层', en_US: 'Layers' }),
  },
  {
    name: 'map-trace',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    act: tool({ zh_CN: '实时跟踪', en_US: 'Live tracking' }),
  },
  {
    name: 'map-measure',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    act: tool({ zh_CN: '测量', en_US: 'Measure' }),
  },
  {
    name: 'map-search',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    async act(page, language) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(language === 'zh_CN' ? '桂林' : 'Guilin');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'watch', path: '/realTimeTrace?devices=1,2,3', signedIn: true },
  { name: 'watch-ended', path: '/realTimeTrace?share=AAAAAAAAAAAAAAAAAAAAAA', signedIn: false },
  { name: 'own-layers', path: '/mapMyself', signedIn: true },
  { name: 'own-layer-form', path: '/mapConfig', signedIn: true },
  { name: 'race-layers', path: '/customMaps', signedIn: true },
  // The race layer of the demo is the second layer of its account.
  { name: 'race-layer-form', path: '/customMapsConfig?layer=2', signedIn: true, manyColours: true },
  { name: 'ocad-maps', path: '/ocadCustomMaps', signedIn: true, prepare: uploadSketch },
  { name: 'ocad-map-view', path: '/ocadCustomMapView?map=1', signedIn: true },
  {
    name: 'sos-list',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    prepare: callForHelp,
    act: (page, language) => openCalls(page, language),
  },
  {
    name: 'help-point',
    path: '/',
    signedIn: true,
    camera: GUILIN,
    async act(page, language) {
      await openCalls(page, language);
      const name = { zh_CN: '求助点', en_US: 'Help point' }[language];
      await page.getByRole('button', { name }).first().click();
      await page.getByRole('dialog', { name }).waitFor();
    },
  },
];

const SKETCH = '草图 Sketch';

/** A map without a position, beside that of the demo. */
async function uploadSketch({ client }: ServerProcess): Promise<void> {
  const readMaps = async () => (await client.call('queryOcadMaps', {})).list;
  if ((await readMaps()).some(({ mapName }) => mapName === SKETCH)) return;
  const ocadFile = new File([createSampleMap({ isSketch: true })], `${SKETCH}.ocd`);
  await client.call('addOcadMap', { mapName: SKETCH, ocadFile });
  await expect
    .poll(async () => (await readMaps()).every(({ tileState }) => tileState === 'done'), { timeout: 60_000 })
    .toBe(true);
}

async function callForHelp(server: ServerProcess): Promise<void> {
  await registerAt(server, { name: '漓江救援 7', imei: IMEI, label: 'R7' });
  const device = await Device.connect(IMEI, server.ports.jt808);
  await device.report({ lat: 25.281, lng: 110.305, speed: 0, battery: 63, alarms: ['SOS'] });
  device.disconnect();
}

async function openCalls(page: Page, language: Language): Promise<void> {
  await page.getByRole('button', { name: { zh_CN: /^SOS 求救，/, en_US: /^SOS, / }[language] }).click();
  await page
    .getByRole('region', { name: { zh_CN: 'SOS 求救', en_US: 'SOS' }[language], exact: true })
    .waitFor();
}
