import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  type TablerIcon,
} from '@tabler/icons-react';
import type { PaperOffset } from '@wakeline/domain/courses/event';
import { Button } from 'antd';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './panels.module.css';

interface NudgeButtonsProps {
  /** Accessible name of what is moved. */
  readonly label: string;
  /** Millimetres on the map's paper of a step. */
  readonly step: number;
  readonly onMove: (offset: PaperOffset) => void;
}

const DIRECTIONS: readonly {
  readonly name: 'left' | 'up' | 'down' | 'right';
  readonly key: string;
  readonly Icon: TablerIcon;
  readonly x: number;
  readonly y: number;
}[] = [
  { name: 'left', key: 'ArrowLeft', Icon: IconArrowLeft, x: -1, y: 0 },
  { name: 'up', key: 'ArrowUp', Icon: IconArrowUp, x: 0, y: 1 },
  { name: 'down', key: 'ArrowDown', Icon: IconArrowDown, x: 0, y: -1 },
  { name: 'right', key: 'ArrowRight', Icon: IconArrowRight, x: 1, y: 0 },
];

/** Moves something on the map in steps: by clicks, or with the arrow keys while a button has the focus. */
export function NudgeButtons({ label, step, onMove }: NudgeButtonsProps) {
  const { t } = useTranslation('coursePlanner');
  function press(event: KeyboardEvent): void {
    const direction = DIRECTIONS.find(({ key }) => key === event.key);
    if (direction === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    onMove({ x: direction.x * step, y: direction.y * step });
  }
  return (
    <fieldset className={styles.nudge} aria-label={label} onKeyDown={press}>
      {DIRECTIONS.map(({ name, Icon, x, y }) => (
        <Button
          key={name}
          size="small"
          type="text"
          aria-label={t(`nudge.${name}`)}
          title={t(`nudge.${name}`)}
          icon={<Icon size={14} />}
          onClick={() => onMove({ x: x * step, y: y * step })}
        />
      ))}
    </fieldset>
  );
}
