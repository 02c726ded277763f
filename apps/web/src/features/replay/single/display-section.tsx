import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ColorClasses } from '../../../map/replay/color-classes.ts';
import { LINE_COLORS, type LineColor } from '../core/replay-address.ts';
import { ColorLegend } from './color-legend.tsx';
import styles from './display-section.module.css';
import type { TrackNotices } from './use-track-notices.ts';

interface DisplaySectionProps {
  readonly color: LineColor;
  readonly onColorChange: (color: LineColor) => void;
  /** Null: the line has one colour. */
  readonly classes: ColorClasses | null;
  readonly noticesVisible: boolean;
  readonly onNoticesVisible: (visible: boolean) => void;
  readonly notices: TrackNotices;
}

/** Display options of the track: its colours and notices. */
export function DisplaySection({
  color,
  onColorChange,
  classes,
  noticesVisible,
  onNoticesVisible,
  notices,
}: DisplaySectionProps) {
  const { t } = useTranslation('replaySingle');
  return (
    <section className={styles.section} aria-label={t('display.title')}>
      <label className={styles.line} htmlFor="history-color">
        <span>{t('display.color')}</span>
        <Select<LineColor>
          id="history-color"
          size="small"
          className={styles.select ?? ''}
          value={color}
          options={LINE_COLORS.map((value) => ({ value, label: t(`display.colors.${value}`) }))}
          onChange={onColorChange}
        />
      </label>
      {classes !== null && <ColorLegend classes={classes} />}
      <Checkbox checked={noticesVisible} onChange={({ target }) => onNoticesVisible(target.checked)}>
        {t('display.notices')}
        {noticesVisible && notices.list.length > 0 && (
          <span className={styles.count}>{notices.list.length}</span>
        )}
      </Checkbox>
      {noticesVisible && notices.error !== null && (
        <p className={styles.hint} role="alert">
          {t('display.noticesFailed')}
        </p>
      )}
      {noticesVisible && notices.more && <p className={styles.hint}>{t('display.noticesMore')}</p>}
    </section>
  );
}
