/** Pages with the rows of reports, in the order of their tabs. */
export const DATA_CENTER_PAGES = [
  'operationCountRecord',
  'overSpeedRecord',
  'deviceStopRecord',
  'fenceDataRecord',
  'warnDataRecord',
  'locationRecord',
  'noticeRecord',
  'instructionRecord',
] as const;

/** Pages with sums, in the order of their tabs. */
export const DATA_COUNT_PAGES = ['operationCountRecord', 'fenceDataRecord', 'warnDataRecord'] as const;

/** The page of scheduled reports, which is the last tab of both sections. */
export const SCHEDULES_PAGE = 'schedules';

/** A page of a section: the parts of its path. */
export type ReportPage =
  | { readonly section: 'dataCenter'; readonly name: (typeof DATA_CENTER_PAGES)[number] | 'schedules' }
  | { readonly section: 'dataCount'; readonly name: (typeof DATA_COUNT_PAGES)[number] | 'schedules' };

/** Parameters that mean the same on every page, so that they stay when another tab is opened. */
const COMMON_PARAMETERS = ['from', 'to', 'groups', 'devices', 'keywords'] as const;

/** The address of a page of the same section with the period and the devices of the present one. */
export function buildTabUrl(section: ReportPage['section'], name: string, search: URLSearchParams): string {
  const common = COMMON_PARAMETERS.flatMap((parameter) => {
    const value = search.get(parameter);
    return value === null ? [] : [[parameter, value]];
  });
  return `/${section}/${name}${common.length === 0 ? '' : `?${new URLSearchParams(common)}`}`;
}
