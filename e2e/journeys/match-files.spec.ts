import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';

const [LNG, LAT] = [120.3, 24.8];

/** A match that began ten minutes ago, with a course of two marks; its id and start. */
async function addMatch({ client }: ServerProcess) {
  const marks = [];
  for (const [placeName, longitude] of [
    ['Pier', LNG],
    ['Island', LNG + 0.01],
  ] as const) {
    const { labelPointId } = await client.call('addLabelPoint', { placeName, latitude: LAT, longitude });
    marks.push({ labelPointId });
  }
  const startTime = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
  const details = { matchName: 'Island race', startTime, endTime: startTime + 3_600_000 };
  const { matchId } = await client.call('createMatch', details);
  const source = { kind: 'marks' as const, marks };
  await client.call('addMatchCourse', { matchId, courseName: 'Sea', source });
  return { matchId, startTime };
}

/** A start list with a class; a start of null is none. */
function startList(className: string, runners: readonly (readonly [string, string, number | null])[]) {
  const people = runners.map(([bib, family, start]) => {
    const time = start === null ? '' : `<StartTime>${new Date(start).toISOString()}</StartTime>`;
    return `<PersonStart><Person><Name><Family>${family}</Family><Given>Mei</Given></Name></Person>
<Organisation><Name>Harbour</Name></Organisation><Start><BibNumber>${bib}</BibNumber>${time}</Start></PersonStart>`;
  });
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<StartList xmlns="http://www.orienteering.org/datastandard/3.0" iofVersion="3.0"><Event><Name>Sea cup</Name></Event>
<ClassStart><Class><Name>${className}</Name></Class><Course><Name>Sea</Name></Course>${people.join('\n')}
</ClassStart></StartList>`;
  return { name: 'starts.xml', mimeType: 'text/xml', buffer: Buffer.from(text) };
}

async function openImport(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function download(page: Page, button: string, item: string) {
  await page.getByRole('button', { name: button }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test('imports a start list and a spreadsheet, and exports start list and results', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  await server.client.call('editUserLang', { lang: 'en_US' });
  const { matchId, startTime } = await addMatch(server);
  await console.openSignedIn(`/matches/${matchId}?tab=participants`);
  await openImport(page, 'Start list');
  const dialog = page.getByRole('dialog', { name: 'Import a start list' });
  const input = dialog.locator('input[type=file]');
  await input.setInputFiles({ ...startList('Kayak', []), buffer: Buffer.from('<StartList') });
  await expect(dialog.getByRole('alert')).toContainText('The file is damaged');
  await input.setInputFiles(
    startList('Kayak', [
      ['1', 'Chen', startTime],
      ['1', 'Lin', startTime + 60_000],
    ]),
  );
  await expect(dialog.getByText('1 of 2 rows are valid, 1 have errors.')).toBeVisible();
  await expect(dialog.getByText(/^This number is repeated in the file/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await input.setInputFiles(
    startList('Kayak', [
      ['1', 'Chen', startTime],
      ['2', 'Lin', startTime + 60_000],
    ]),
  );
  await expect(dialog.getByText('New classes: Kayak')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 participants' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Mei Lin' })).toContainText('Kayak');

  await openImport(page, 'Spreadsheet');
  const sheetDialog = page.getByRole('dialog', { name: 'Import participants' });
  const sheet = 'Number,Name,Class\n3,Bo Wang,Kayak\n2,Taken,Kayak\n';
  await sheetDialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await sheetDialog.getByRole('button', { name: 'Import 1 participant' }).click();
  await expect(sheetDialog.getByRole('link', { name: 'Download failed rows' })).toBeVisible();
  await sheetDialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row').filter({ hasText: 'Bo Wang' })).toBeVisible();

  const starts = await download(page, 'Export start list', 'IOF XML 3.0');
  expect(starts.name).toBe('Island race start list.xml');
  expect(starts.content.toString()).toContain('<Family>Lin</Family><Given>Mei</Given>');

  for (const state of ['open', 'running'] as const)
    await server.client.call('editMatchStatus', { matchId, state });
  const { list } = await server.client.call('queryParticipants', { matchId });
  const { courseList } = await server.client.call('queryMatchDetail', { matchId });
  const pointId = courseList[0]?.course.points.at(-1)?.id ?? '';
  const participantId = list.find(({ number }) => number === '2')?.participantId ?? 0;
  const passing = { time: startTime + 400_000 };
  await server.client.call('correctParticipant', {
    ...{ matchId, participantId, correction: { kind: 'passing', pointId, passing }, reason: '' },
  });
  await page.getByRole('tab', { name: 'Race' }).click();
  await expect(page.getByRole('list', { name: 'Standings' })).toContainText('5:40');
  const results = await download(page, 'Export results', 'IOF XML 3.0');
  expect(results.name).toBe('Island race results.xml');
  expect(results.content.toString()).toMatch(
    /<Time>340<\/Time>\s*<TimeBehind>0<\/TimeBehind>\s*<Position>1</,
  );
  const workbook = await download(page, 'Export results', 'Excel workbook');
  expect(workbook.name).toBe('Island race results.xlsx');
  expect(workbook.content.subarray(0, 2).toString()).toBe('PK');
  await server.client.call('editUserLang', { lang: 'zh_CN' });
});
