import type { Language } from '@wakeline/contract/entities/user-config';
import type { LocationRow } from '@wakeline/contract/reports/locations';
import type { Addresses } from '../../places/addresses.ts';
import type { PositionStore } from '../../positions/position-store.ts';
import { countFixes, readFixPages } from '../../positions/read-fix-pages.ts';
import {
  countColumn,
  instantColumn,
  numberColumn,
  type ReportColumn,
  sameText,
  textColumn,
} from '../../report-files/report-columns.ts';
import { openReport, type ReportDefinition, type ReportPage } from '../../report-files/report-definition.ts';
import { findLocations, presentFix } from './locations.ts';
import { requireRecordDays } from './record-days.ts';

const TEXTS = {
  zh_CN: {
    status: { SOS: 'SOS', RUNNING: '运动', STOP: '静止', OFFLINE: '离线' } as Readonly<
      Record<string, string>
    >,
    flags: ['关', '开'],
    valid: ['无定位', '有效'],
    order: '排序',
    byDevice: '按设备，再按时间',
  },
  en_US: {
    status: { SOS: 'SOS', RUNNING: 'Moving', STOP: 'Stationary', OFFLINE: 'Offline' } as Readonly<
      Record<string, string>
    >,
    flags: ['off', 'on'],
    valid: ['no fix', 'valid'],
    order: 'Order',
    byDevice: 'by device, then by time',
  },
} as const satisfies Record<Language, object>;

const DEGREES = sameText('°');
const METRES = sameText('m');
const PERCENT = sameText('%');
const SECONDARY = { isSecondary: true };

const COLUMNS: readonly ReportColumn<LocationRow>[] = [
  textColumn({ zh_CN: '设备名称', en_US: 'Device' }, ({ trackerName }) => trackerName, { width: 28 }),
  textColumn(sameText('IMEI'), ({ imei }) => imei, { width: 20, isSecondary: true }),
  instantColumn({ zh_CN: '定位时间', en_US: 'Time' }, ({ time }) => time),
  numberColumn({ zh_CN: '纬度', en_US: 'Latitude' }, DEGREES, ({ latitude }) => latitude, { digits: 7 }),
  numberColumn({ zh_CN: '经度', en_US: 'Longitude' }, DEGREES, ({ longitude }) => longitude, { digits: 7 }),
  textColumn({ zh_CN: '地址', en_US: 'Address' }, ({ address }) => address, { width: 36 }),
  textColumn(
    { zh_CN: '有效', en_US: 'Fix' },
    ({ isValid }, language) => TEXTS[language].valid[isValid ? 1 : 0],
    {
      ...{ width: 10, isSecondary: true },
    },
  ),
  numberColumn({ zh_CN: '速度', en_US: 'Speed' }, sameText('km/h'), ({ speed }) => speed, { digits: 1 }),
  numberColumn({ zh_CN: '方向', en_US: 'Course' }, DEGREES, ({ dir }) => dir, { digits: 0 }),
  numberColumn({ zh_CN: '高度', en_US: 'Altitude' }, METRES, ({ height }) => height, { digits: 0 }),
  numberColumn({ zh_CN: '精度', en_US: 'Accuracy' }, METRES, ({ accuracy }) => accuracy, { digits: 0 }),
  countColumn({ zh_CN: '卫星数', en_US: 'Satellites' }, ({ satellites }) => satellites),
  textColumn(
    { zh_CN: '状态', en_US: 'Status' },
    ({ status }, language) => TEXTS[language].status[status] ?? status,
    {
      width: 12,
    },
  ),
  numberColumn({ zh_CN: '电量', en_US: 'Battery' }, PERCENT, ({ power }) => power, { digits: 0 }),
  numberColumn({ zh_CN: '信号', en_US: 'Signal' }, PERCENT, ({ gsm }) => gsm, { digits: 0, ...SECONDARY }),
  textColumn(
    { zh_CN: '点火', en_US: 'Ignition' },
    ({ ignition }, language) => (ignition === null ? null : TEXTS[language].flags[ignition ? 1 : 0]),
    { width: 10 },
  ),
  textColumn(
    { zh_CN: '其他', en_US: 'Others' },
    ({ info }) => (info.length === 0 ? null : info.map(({ key, value }) => `${key}=${value}`).join('; ')),
    { width: 40, ...SECONDARY },
  ),
];

/** The fixes of devices, device after device. */
export function createLocationReport({
  addresses,
  positions,
}: {
  readonly positions: PositionStore;
  readonly addresses: Addresses;
}): ReportDefinition<'locations'> {
  return {
    async open({ tx, reader, now }, filter) {
      const { language } = reader;
      const days = requireRecordDays(filter, reader.timeZone);
      const search = await findLocations(tx, reader, filter, days, now);
      const total = await countFixes({ db: tx, positions }, search.spans);
      const describe = (latitude: number, longitude: number) =>
        addresses.getKnown(latitude, longitude, language);
      async function* pages(): AsyncGenerator<ReportPage<LocationRow>> {
        for await (const fixes of readFixPages({ db: tx, positions }, search.spans)) {
          await addresses.preload(
            fixes.map(({ report }) => report.fix),
            language,
          );
          yield { rows: fixes.map((fix) => presentFix(fix, search, describe)), total };
        }
      }
      const text = TEXTS[language];
      return openReport<LocationRow>({
        columns: COLUMNS,
        pages,
        sums: null,
        description: { filter: [[text.order, text.byDevice]], settings: [], thresholds: [], definitions: [] },
      });
    },
  };
}
