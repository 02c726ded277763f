import type { Language } from '@wakeline/contract/entities/user-config';
import { CSV_BOM, csvRecord } from '@wakeline/formats/csv-record';
import type { RowValue } from '@wakeline/formats/tracks/track-row';
import { fileTitle } from '../../../files/file-title.ts';
import { localTime } from '../../../local-time.ts';
import type { RowOutcome, ToldRow } from './import-rows.ts';
import type { ImportOutcome, ImportTrackSubject } from './import-track.task.ts';

type Words = Readonly<Record<Language, string>>;

const NAME: Words = { zh_CN: '导入结果', en_US: 'Import result' };
const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  zh_CN: ['行', '时间', '纬度', '经度', '结果', '原因'],
  en_US: ['Row', 'Time', 'Latitude', 'Longitude', 'Outcome', 'Reason'],
};
const STORED: Words = { zh_CN: '已存入', en_US: 'stored' };
const THERE: Words = { zh_CN: '已有', en_US: 'already there' };
const REFUSED: Words = { zh_CN: '拒绝', en_US: 'refused' };

const REASONS: Readonly<Record<Exclude<RowOutcome, 'stored' | 'there'>, Words>> = {
  'time-missing': { zh_CN: '没有时间', en_US: 'no time' },
  'time-malformed': { zh_CN: '时间无法识别', en_US: 'the time cannot be understood' },
  'place-missing': { zh_CN: '没有经纬度', en_US: 'no latitude or longitude' },
  'place-malformed': { zh_CN: '经纬度无法识别', en_US: 'latitude or longitude cannot be understood' },
  'row-malformed': { zh_CN: '该行格式有误', en_US: 'the row is malformed' },
  checksum: { zh_CN: '校验和不符', en_US: 'the checksum is wrong' },
  'no-fix': { zh_CN: '当时没有定位', en_US: 'the receiver had no fix' },
  'latitude-out-of-range': { zh_CN: '纬度超出范围', en_US: 'the latitude is out of range' },
  'longitude-out-of-range': { zh_CN: '经度超出范围', en_US: 'the longitude is out of range' },
  'time-in-future': { zh_CN: '时间在将来', en_US: 'the time is in the future' },
  'time-too-old': { zh_CN: '早于保存期限', en_US: 'older than what is kept' },
  'not-a-number': { zh_CN: '时间或经纬度不是数字', en_US: 'time or place is no number' },
};

const VALUES: Readonly<Record<RowValue, Words>> = {
  altitude: { zh_CN: '高度', en_US: 'altitude' },
  speed: { zh_CN: '速度', en_US: 'speed' },
  course: { zh_CN: '航向', en_US: 'course' },
  satellites: { zh_CN: '卫星数', en_US: 'satellites' },
  accuracy: { zh_CN: '精度', en_US: 'accuracy' },
  battery: { zh_CN: '电量', en_US: 'battery' },
  gsm: { zh_CN: '信号', en_US: 'signal' },
  attributes: { zh_CN: '其他数据', en_US: 'other values' },
};

/** How the account of an import is called. */
export function accountName({ language, fileName }: ImportTrackSubject): string {
  return `${NAME[language]} ${fileTitle(fileName)}`.trim();
}

export function headingText(language: Language): string {
  return CSV_BOM + csvRecord(HEADINGS[language]);
}

/** A row of the file, with what became of it and why. */
export function rowText(
  { row, report, outcome, without }: ToldRow,
  { language, timeZone }: Pick<ImportTrackSubject, 'language' | 'timeZone'>,
): string {
  const place = report === null ? ['', '', ''] : [timeText(report.time, timeZone), ...placeOf(report.fix)];
  return csvRecord([row, ...place, ...outcomeOf(outcome, without, language)]);
}

/** What became of all rows together. */
export function totalsText({ stored, there, refused }: ImportOutcome, language: Language): string {
  const total = (words: Words, count: number) => csvRecord(['', '', '', '', words[language], count]);
  return total(STORED, stored) + total(THERE, there) + total(REFUSED, refused);
}

function outcomeOf(
  outcome: RowOutcome,
  without: readonly RowValue[],
  language: Language,
): readonly [string, string] {
  switch (outcome) {
    case 'stored':
      return [STORED[language], withoutText(without, language)];
    case 'there':
      return [THERE[language], ''];
    default:
      return [REFUSED[language], REASONS[outcome][language]];
  }
}

function withoutText(without: readonly RowValue[], language: Language): string {
  if (without.length === 0) return '';
  const names = without.map((value) => VALUES[value][language]);
  return language === 'zh_CN'
    ? `无法采用：${names.join('、')}`
    : `without what cannot be: ${names.join(', ')}`;
}

/** What no calendar has is left out: a time may be any number. */
function timeText(time: number, timeZone: string): string {
  return Math.abs(time) <= 8.64e15 ? localTime(time, timeZone) : '';
}

function placeOf({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}): readonly (string | number)[] {
  return [latitude, longitude].map((value) => (Number.isFinite(value) ? value : ''));
}
