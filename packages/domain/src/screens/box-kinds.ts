/** The three pages that are made of boxes. */
export const SCREEN_KINDS = ['dashboard', 'visual', 'data'] as const;
export type ScreenKind = (typeof SCREEN_KINDS)[number];

/** What a box shows. */
export const BOX_KINDS = [
  'figures',
  'attention',
  'map',
  'onlineRate',
  'newestAlarms',
  'ranking',
  'trend',
  'fleet',
  'deviceTable',
  'clock',
  'text',
] as const;
export type BoxKind = (typeof BOX_KINDS)[number];

export const BIG_FIGURES = [
  'devices',
  'online',
  'running',
  'stopped',
  'offline',
  'sos',
  'mileageToday',
] as const;
export type BigFigure = (typeof BIG_FIGURES)[number];

export const RANKINGS = ['mileage', 'overspeeds', 'stops', 'alarms'] as const;
export type Ranking = (typeof RANKINGS)[number];

export const TRENDS = ['mileage', 'online', 'alarms'] as const;
export type Trend = (typeof TRENDS)[number];

/** Days of a ranking: today, the last 7 or 30 days with today. */
export const RANKING_DAYS = [1, 7, 30] as const;
export type RankingDays = (typeof RANKING_DAYS)[number];

/** 1: the last 24 hours by hour; others: days with today. */
export const TREND_DAYS = [1, 7, 30] as const;
export type TrendDays = (typeof TREND_DAYS)[number];

export const FLEET_PARTS = ['status', 'group'] as const;
export type FleetPart = (typeof FLEET_PARTS)[number];

/** What a box can be set to; each kind uses its own. */
export interface BoxOptions {
  readonly figures: readonly BigFigure[];
  readonly ranking: Ranking;
  readonly rankingDays: RankingDays;
  readonly trend: Trend;
  readonly trendDays: TrendDays;
  readonly fleetBy: FleetPart;
  /** The map moves to a new alarm, and then back to all devices. */
  readonly followAlarms: boolean;
  readonly text: string;
}

export const DEFAULT_OPTIONS: BoxOptions = {
  figures: BIG_FIGURES,
  ranking: 'mileage',
  rankingDays: 1,
  trend: 'mileage',
  trendDays: 7,
  fleetBy: 'status',
  followAlarms: true,
  text: '',
};

/** The cells of a new box. */
export const BOX_SIZES: Readonly<Record<BoxKind, { readonly width: number; readonly height: number }>> = {
  figures: { width: 24, height: 2 },
  attention: { width: 7, height: 5 },
  map: { width: 12, height: 8 },
  onlineRate: { width: 5, height: 4 },
  newestAlarms: { width: 6, height: 5 },
  ranking: { width: 6, height: 5 },
  trend: { width: 8, height: 4 },
  fleet: { width: 6, height: 4 },
  deviceTable: { width: 12, height: 5 },
  clock: { width: 5, height: 2 },
  text: { width: 6, height: 2 },
};
