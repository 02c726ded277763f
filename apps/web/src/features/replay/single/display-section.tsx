import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ColorClasses } from '../../../map/replay/color-classes.ts';
import { LINE_COLORS, type LineColor } from '../core/replay-address.ts';
import { ColorLegend } from './color-legend.tsx';
import styles from './display-section.module.css';
import type { TrackDetails } from './use-track-details.ts';

interface DisplaySectionProps {
  readonly color: LineColor;
  readonly onColorChange: (color: LineColor) => void;
  /** Null: the line has one colour. */
  readonly classes: ColorClasses | null;
  readonly details: TrackDetails;
}

/** Display options of the track: its colours and notices. */
export function DisplaySection({ color, onColorChange, classes, details }: DisplaySectionProps) {
  const { t } = useTranslation('replaySingle');
  const { notices, noticesVisible, setNoticesVisible } = details;
  const { instructions, instructionsVisible, setInstructionsVisible } = details;
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
      <Checkbox checked={noticesVisible} onChange={({ target }) => setNoticesVisible(target.checked)}>
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
      {(instructions.list.length > 0 || instructions.error !== null) && (
        <Checkbox
          checked={instructionsVisible}
          onChange={({ target }) => setInstructionsVisible(target.checked)}
        >
          {t('display.instructions')}
          <span className={styles.count}>{instructions.list.length}</span>
        </Checkbox>
      )}
      {instructionsVisible && instructions.error !== null && (
        <p className={styles.hint} role="alert">
          {t('display.instructionsFailed')}
        </p>
      )}
      {instructionsVisible && instructions.more && (
        <p className={styles.hint}>{t('display.instructionsMore')}</p>
      )}
    </section>
  );
}
