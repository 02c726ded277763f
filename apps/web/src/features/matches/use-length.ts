import { useTranslation } from 'react-i18next';

/** Formats metres: `850 m`, `12.3 km`. */
export function useLength(): (metres: number) => string {
  const { t } = useTranslation('matches');
  return (metres) =>
    metres < 1_000
      ? t('metres', { count: Math.round(metres) })
      : t('kilometres', { value: (metres / 1_000).toFixed(metres < 100_000 ? 2 : 1) });
}
