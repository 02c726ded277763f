import type { Language } from '@wakeline/contract/entities/user-config';
import type { DeviceSheetField } from '@wakeline/contract/trackers/import';
import { ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import { fileIdOf } from '../../../files/stored-picture.ts';
import type { DeviceRow } from '../../../trackers/device-page.ts';
import { visibleStatusDto } from '../../../trackers/status-dto.ts';
import { writtenColumn } from '../import/device-columns.ts';
import { ICON_TEXTS } from '../import/icon-names.ts';
import { toSheetDate } from '../validity-date.ts';

type LocalizedText = Readonly<Record<Language, string>>;

/** Columns of an export that an import reads again: all but the password. */
const FIELDS = [
  'trackerName',
  'imei',
  'label',
  'model',
  'group',
  'icon',
  'protocol',
  'iotCard',
  'validUntil',
  'note',
] as const satisfies readonly DeviceSheetField[];

/** Columns with the state, which an import does not read. */
const STATE_HEADINGS: readonly {
  readonly heading: LocalizedText;
  readonly format: WrittenColumn['format'];
}[] = [
  { heading: { zh_CN: '状态', en_US: 'Status' }, format: 'text' },
  { heading: { zh_CN: '最后通信时间', en_US: 'Last communication' }, format: 'date' },
  { heading: { zh_CN: '定位时间', en_US: 'Position time' }, format: 'date' },
  { heading: { zh_CN: '纬度', en_US: 'Latitude' }, format: 'text' },
  { heading: { zh_CN: '经度', en_US: 'Longitude' }, format: 'text' },
];

const STATUSES: Readonly<Record<TrackerStatus, LocalizedText>> = {
  RUNNING: { zh_CN: '移动', en_US: 'Moving' },
  STOP: { zh_CN: '静止', en_US: 'Static' },
  SOS: { zh_CN: '报警', en_US: 'Alarm' },
  OFFLINE: { zh_CN: '离线', en_US: 'Offline' },
};

export function exportColumns(language: Language): readonly WrittenColumn[] {
  return [
    ...FIELDS.map((field) => writtenColumn(field, language)),
    ...STATE_HEADINGS.map(({ heading, format }) => ({ heading: heading[language], width: 20, format })),
  ];
}

export interface RowTexts {
  readonly language: Language;
  readonly timeZone: string;
  /** Epoch milliseconds: the states of expired devices are hidden. */
  readonly now: number;
  /** Paths of groups, and names of uploaded icons by file. */
  readonly groupPaths: ReadonlyMap<number, string>;
  readonly iconNames: ReadonlyMap<string, string>;
}

/** Converts trackers to cells. Times are local times of the zone. */
export function createRowWriter(texts: RowTexts): (row: DeviceRow) => readonly WrittenCell[] {
  const { language, groupPaths, iconNames } = texts;
  const utcToLocal = createUtcToLocal(texts.timeZone);
  const toDate = (time: number | null) => (time === null ? null : { localMs: utcToLocal(time) });

  function iconText({ icon_type, icon_url }: DeviceRow): string {
    if (icon_type === 'CUSTOM') return iconNames.get(fileIdOf(icon_url) ?? '') ?? '';
    const icon = ICON_NAMES.find((name) => name === icon_url);
    return icon === undefined ? '' : ICON_TEXTS[language][icon];
  }

  return (row) => {
    const state = visibleStatusDto(row, texts.now);
    return [
      row.name,
      row.imei,
      row.label,
      row.model,
      row.group_id === null ? null : (groupPaths.get(row.group_id) ?? null),
      iconText(row),
      row.protocol,
      row.iot_card,
      row.valid_until === null ? null : { localMs: toSheetDate(utcToLocal(row.valid_until.getTime())) },
      row.note,
      STATUSES[state.status][language],
      toDate(state.latestCommTime),
      toDate(state.fixTime),
      state.latitude,
      state.longitude,
    ];
  };
}
