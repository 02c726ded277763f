import {
  IconArrowBigDown,
  IconArrowBigUp,
  IconEye,
  IconHandMove,
  IconRotate,
  IconRotate2,
  IconRotateClockwise,
  IconTrack,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CameraMode } from '../../../map/3d/camera-mode.ts';
import type { CameraOnMap } from '../../../map/3d/camera-on-map.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useShortcuts } from '../../../ui/use-shortcuts.ts';
import styles from './camera-bar.module.css';

interface CameraBarProps {
  readonly selected: CameraMode;
  readonly onSelect: (camera: CameraMode) => void;
  /** Applies manual moves; null while there is no map. */
  readonly camera: CameraOnMap | null;
}

const CHOICES: readonly (readonly [CameraMode, TablerIcon])[] = [
  ['around', IconWorld],
  ['orbit', IconRotate],
  ['behind', IconTrack],
  ['inside', IconEye],
  ['free', IconHandMove],
];

/** Degrees for each press. */
const TURN = 15;
const TILT = 6;

const NUDGES = [
  ['left', IconRotateClockwise, { rotate: -TURN }],
  ['right', IconRotate2, { rotate: TURN }],
  ['up', IconArrowBigUp, { tilt: TILT }],
  ['down', IconArrowBigDown, { tilt: -TILT }],
] as const;

const KEYS = ['1', '2', '3', '4', '5', '[', ']', 'PageUp', 'PageDown', 'Home'] as const;

/** Camera modes and manual camera moves. */
export function CameraBar({ selected, onSelect, camera }: CameraBarProps) {
  const { t } = useTranslation('replay3d');

  useShortcuts(KEYS, (event) => {
    const choice = CHOICES[Number(event.key) - 1];
    // A slider uses these keys itself.
    if (event.target instanceof HTMLElement && event.target.role === 'slider') return;
    event.preventDefault();
    if (choice !== undefined) onSelect(choice[0]);
    else if (event.key === '[') camera?.nudge({ rotate: -TURN });
    else if (event.key === ']') camera?.nudge({ rotate: TURN });
    else if (event.key === 'PageUp') camera?.nudge({ tilt: TILT });
    else if (event.key === 'PageDown') camera?.nudge({ tilt: -TILT });
    else onSelect('around');
  });

  return (
    <div className={styles.bar}>
      <fieldset className={styles.group} aria-label={t('camera.label')}>
        {CHOICES.map(([name, Icon], at) => (
          <IconButton
            key={name}
            placement="left"
            label={`${t(`camera.${name}`)} (${at + 1})`}
            icon={<Icon size={18} />}
            aria-pressed={selected === name}
            className={selected === name ? (styles.selected ?? '') : ''}
            onClick={() => onSelect(name)}
          />
        ))}
      </fieldset>
      <fieldset className={styles.group} aria-label={t('camera.hand')}>
        {NUDGES.map(([name, Icon, change]) => (
          <IconButton
            key={name}
            placement="left"
            label={t(`camera.${name}`)}
            icon={<Icon size={18} />}
            disabled={camera === null}
            onClick={() => camera?.nudge(change)}
          />
        ))}
      </fieldset>
    </div>
  );
}
