import type { ChartUnit } from '@wakeline/charts/chart-model';
import type { Language } from '@wakeline/contract/entities/user-config';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { convertAltitude, convertSpeed, formatDistance, type Quantity } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';

const HOUR_MS = 3_600_000;
const METRES_PER_KM = 1_000;

export interface ChartUnits {
  /** Pieces. */
  readonly count: ChartUnit;
  /** Milliseconds; hours on the axis. */
  readonly duration: ChartUnit;
  /** Metres; kilometres on the axis. */
  readonly distance: ChartUnit;
  /** km/h; the user's unit on the axis. */
  readonly speed: ChartUnit;
  /** Metres; the user's unit on the axis. */
  readonly altitude: ChartUnit;
}

/** The units of charts, by the user's settings and in the language of the page. */
export function useChartUnits(): ChartUnits {
  const { t, i18n } = useTranslation('format');
  const format = useFormat();
  return useMemo(() => {
    const locale = (i18n.language as Language) === 'zh_CN' ? 'zh-CN' : 'en-GB';
    const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    const formatAxis = (value: number) => numbers.format(value);
    const text = ({ value, unit }: Quantity) => `${value} ${t(`unit.${unit}`)}`;
    return {
      count: {
        key: 'count',
        name: '',
        isInteger: true,
        toAxis: (value) => value,
        formatAxis,
        format: (value) => format.formatCount(value),
      },
      duration: {
        key: 'duration',
        name: t('unit.hours'),
        isInteger: false,
        toAxis: (value) => value / HOUR_MS,
        formatAxis,
        format: (value) => format.formatSpan(value),
      },
      distance: {
        key: 'distance',
        name: t('unit.km'),
        isInteger: false,
        toAxis: (value) => value / METRES_PER_KM,
        formatAxis,
        format: (value) => text(formatDistance(value)),
      },
      speed: {
        key: 'speed',
        name: t(format.speedUnits === 2 ? 'unit.kn' : 'unit.kmh'),
        isInteger: false,
        toAxis: (value) => convertSpeed(value, format.speedUnits),
        formatAxis,
        format: (value) => text(format.formatSpeed(value)),
      },
      altitude: {
        key: 'altitude',
        name: t(format.altitudeUnits === 2 ? 'unit.ft' : 'unit.m'),
        isInteger: false,
        toAxis: (value) => convertAltitude(value, format.altitudeUnits),
        formatAxis,
        format: (value) => text(format.formatAltitude(value)),
      },
    };
  }, [format, t, i18n.language]);
}
