import { Segmented, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { RAMP, type SceneColour } from '../../../map/3d/scene-colours.ts';
import { EXAGGERATIONS, type Replay3dView } from './replay-3d-address.ts';
import styles from './scene-options.module.css';

/** Why terrain is flat; the names are text ids of the replay3d area. Null: it is not flat. */
export type FlatTerrainReason =
  | 'groundNone'
  | 'groundUnread'
  | 'groundFailed'
  | 'groundShifted'
  | 'groundUnknown'
  | null;

interface SceneOptionsProps {
  readonly view3d: Replay3dView;
  readonly onView3dChange: (change: Partial<Replay3dView>) => void;
  readonly colour: SceneColour;
  readonly onColourChange: (colour: SceneColour) => void;
  /** Values at the ends of the colour ramp. */
  readonly range: { readonly min: number; readonly max: number } | null;
  readonly flatReason: FlatTerrainReason;
  /** Attribution of the elevation data. */
  readonly attribution: string | null;
}

const COLOURS: readonly SceneColour[] = ['none', 'height', 'speed'];

/** Display options: exaggeration, terrain, colours. */
export function SceneOptions(props: SceneOptionsProps) {
  const { view3d, onView3dChange, colour, onColourChange, range, flatReason, attribution } = props;
  const { t } = useTranslation('replay3d');
  const { formatSpeed, formatAltitude } = useFormat();
  const formatValue = (value: number) => (colour === 'speed' ? formatSpeed(value) : formatAltitude(value));
  return (
    <div className={styles.options}>
      <div className={styles.line}>
        <span id="exaggeration-label">{t('rise')}</span>
        <Segmented
          size="small"
          aria-labelledby="exaggeration-label"
          value={view3d.exaggeration}
          options={EXAGGERATIONS.map((times) => ({ value: times, label: `×${times}` }))}
          onChange={(exaggeration) => onView3dChange({ exaggeration })}
        />
      </div>
      <div className={styles.line}>
        <label htmlFor="terrain-switch">{t('relief')}</label>
        <Switch
          id="terrain-switch"
          size="small"
          checked={view3d.relief && flatReason === null}
          disabled={flatReason !== null && flatReason !== 'groundFailed'}
          onChange={(relief) => onView3dChange({ relief })}
        />
      </div>
      {flatReason !== null && (
        <p className={styles.hint} role="status">
          {t(flatReason)}
        </p>
      )}
      {flatReason === null && view3d.relief && attribution !== null && (
        <p className={styles.hint}>{attribution}</p>
      )}
      <div className={styles.line}>
        <label htmlFor="colour-select">{t('colour.label')}</label>
        <Select
          id="colour-select"
          size="small"
          className={styles.select ?? ''}
          value={colour}
          options={COLOURS.map((name) => ({ value: name, label: t(`colour.${name}`) }))}
          onChange={onColourChange}
        />
      </div>
      {colour !== 'none' && range !== null && (
        <div className={styles.legend}>
          <Value quantity={formatValue(range.min)} />
          <span
            className={styles.ramp}
            style={{ background: `linear-gradient(to right, ${RAMP.join(', ')})` }}
          />
          <Value quantity={formatValue(range.max)} />
        </div>
      )}
    </div>
  );
}
