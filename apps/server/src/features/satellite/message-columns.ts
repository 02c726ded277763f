import type { Language } from '@wakeline/contract/entities/user-config';
import {
  MESSAGE_REASON_TEXTS,
  MESSAGE_STATE_TEXTS,
  MESSAGE_TYPE_TEXTS,
} from '@wakeline/contract/satellite/message-texts';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import type { MessageRow } from '../../satellite/read-messages.ts';
import { NETWORKS } from './account-columns.ts';

type LocalizedText = Readonly<Record<Language, string>>;

interface Reader {
  readonly language: Language;
  /** Local time of the account's zone. */
  readonly date: (time: Date | null) => WrittenCell;
}

interface MessageColumn {
  readonly heading: LocalizedText;
  readonly width: number;
  readonly format: WrittenColumn['format'];
  readonly cell: (row: MessageRow, reader: Reader) => WrittenCell;
}

const text = (
  heading: LocalizedText,
  width: number,
  cell: MessageColumn['cell'],
  format: WrittenColumn['format'] = 'text',
): MessageColumn => ({ heading, width, format, cell });
const date = (heading: LocalizedText, time: (row: MessageRow) => Date | null): MessageColumn =>
  text(heading, 20, (row, reader) => reader.date(time(row)), 'date');

const YES: LocalizedText = { zh_CN: '是', en_US: 'Yes' };

const COLUMNS: readonly MessageColumn[] = [
  date({ zh_CN: '时间', en_US: 'Time' }, (row) => row.created_at),
  text({ zh_CN: '终端', en_US: 'Terminal' }, 14, (row) => row.terminal_name),
  text({ zh_CN: '卡号/IMEI', en_US: 'Card number/IMEI' }, 20, (row) => row.card_number),
  text({ zh_CN: '网络', en_US: 'Network' }, 12, (row, { language }) => NETWORKS[row.network][language]),
  text({ zh_CN: '类型', en_US: 'Type' }, 20, (row, { language }) => MESSAGE_TYPE_TEXTS[language][row.type]),
  text({ zh_CN: '发送方', en_US: 'Sender' }, 20, (row) => row.sender),
  text({ zh_CN: '接收方', en_US: 'Receiver' }, 20, (row) => row.receiver),
  text({ zh_CN: '内容', en_US: 'Text' }, 48, (row) => row.content, 'note'),
  text({ zh_CN: '紧急', en_US: 'Urgent' }, 8, (row, { language }) => (row.urgent ? YES[language] : null)),
  text(
    { zh_CN: '状态', en_US: 'State' },
    16,
    (row, { language }) => MESSAGE_STATE_TEXTS[language][row.state],
  ),
  text({ zh_CN: '原因', en_US: 'Reason' }, 24, (row, { language }) =>
    row.reason === null ? null : MESSAGE_REASON_TEXTS[language][row.reason],
  ),
  text({ zh_CN: '计费单位', en_US: 'Cost units' }, 12, (row) => row.cost_units),
  date({ zh_CN: '状态时间', en_US: 'State since' }, (row) => row.changed_at),
  date({ zh_CN: '编写时间', en_US: 'Written' }, (row) => row.written_at),
  date({ zh_CN: '有效期至', en_US: 'Sent until' }, (row) => row.expires_at),
  text({ zh_CN: '纬度', en_US: 'Latitude' }, 12, (row) => row.latitude),
  text({ zh_CN: '经度', en_US: 'Longitude' }, 12, (row) => row.longitude),
  text({ zh_CN: '高度（米）', en_US: 'Altitude (m)' }, 12, (row) => row.altitude),
  date({ zh_CN: '定位时间', en_US: 'Position time' }, (row) => row.place_at),
  text({ zh_CN: '估计纬度', en_US: 'Estimated latitude' }, 16, (row) => row.estimate_latitude),
  text({ zh_CN: '估计经度', en_US: 'Estimated longitude' }, 16, (row) => row.estimate_longitude),
  text({ zh_CN: '估计半径（公里）', en_US: 'Estimated radius (km)' }, 18, (row) => row.estimate_radius),
];

export function messageColumns(language: Language): readonly WrittenColumn[] {
  return COLUMNS.map(({ heading, width, format }) => ({ heading: heading[language], width, format }));
}

/** Returns the function that writes the cells of a message. */
export function createMessageWriter(
  language: Language,
  timeZone: string,
): (row: MessageRow) => readonly WrittenCell[] {
  const toLocal = createUtcToLocal(timeZone);
  const reader: Reader = {
    language,
    date: (time) => (time === null ? null : { localMs: toLocal(time.getTime()) }),
  };
  return (row) => COLUMNS.map(({ cell }) => cell(row, reader));
}
