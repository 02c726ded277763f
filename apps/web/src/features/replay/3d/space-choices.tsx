import { Segmented, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { altitude, speed } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { RAMP, type SceneColour } from '../../../map/3d/scene-colours.ts';
import { RISES, type SpaceView } from './space-address.ts';
import styles from './space-choices.module.css';

/** Why the ground is flat; the names are keys of the replay3d area. Null: there is relief. */
export type FlatGround =
  | 'groundNone'
  | 'groundUnread'
  | 'groundFailed'
  | 'groundShifted'
  | 'groundUnknown'
  | null;

interface SpaceChoicesProps {
  readonly shown: SpaceView;
  readonly onShown: (change: Partial<SpaceView>) => void;
  readonly colour: SceneColour;
  readonly onColour: (colour: SceneColour) => void;
  /** Values of the ends of the colours. */
  readonly range: { readonly least: number; readonly most: number } | null;
  readonly flat: FlatGround;
  /** Who made the heights of the ground. */
  readonly attribution: string | null;
}

const COLOURS: readonly SceneColour[] = ['none', 'height', 'speed'];

/** How everything is drawn: heights, ground, colours. */
export function SpaceChoices(props: SpaceChoicesProps) {
  const { shown, onShown, colour, onColour, range, flat, attribution } = props;
  const { t } = useTranslation('replay3d');
  const { speedUnits } = useFormat();
  const written = (value: number) => (colour === 'speed' ? speed(value, speedUnits) : altitude(value));
  return (
    <div className={styles.choices}>
      <div className={styles.line}>
        <span id="space-rise">{t('rise')}</span>
        <Segmented
          size="small"
          aria-labelledby="space-rise"
          value={shown.rise}
          options={RISES.map((times) => ({ value: times, label: `×${times}` }))}
          onChange={(rise) => onShown({ rise })}
        />
      </div>
      <div className={styles.line}>
        <label htmlFor="space-ground">{t('relief')}</label>
        <Switch
          id="space-ground"
          size="small"
          checked={shown.relief && flat === null}
          disabled={flat !== null && flat !== 'groundFailed'}
          onChange={(relief) => onShown({ relief })}
        />
      </div>
      {flat !== null && (
        <p className={styles.hint} role="status">
          {t(flat)}
        </p>
      )}
      {flat === null && shown.relief && attribution !== null && <p className={styles.hint}>{attribution}</p>}
      <div className={styles.line}>
        <label htmlFor="space-colour">{t('colour.label')}</label>
        <Select
          id="space-colour"
          size="small"
          className={styles.select ?? ''}
          value={colour}
          options={COLOURS.map((name) => ({ value: name, label: t(`colour.${name}`) }))}
          onChange={onColour}
        />
      </div>
      {colour !== 'none' && range !== null && (
        <div className={styles.legend}>
          <Value of={written(range.least)} />
          <span
            className={styles.ramp}
            style={{ background: `linear-gradient(to right, ${RAMP.join(', ')})` }}
          />
          <Value of={written(range.most)} />
        </div>
      )}
    </div>
  );
}
