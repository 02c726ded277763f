import { Badge, Popover, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './popover-button.module.css';

interface PopoverButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** How many things wait in the box. */
  readonly count: number;
  /** Said at the button for a while, as a status; null: nothing. */
  readonly hint?: string | null;
  /** Pixels by which the badge stands farther out: a glyph that fills its box would lie under it. */
  readonly badgeOffset?: number;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

/** Pixels to the right: a badge of more digits is wider, and must leave its own icon and the next button visible. */
function getBadgeShift(count: number): number {
  return count > 99 ? 9 : count > 9 ? 5 : -1;
}

/** Over the calls for help, which come by themselves; under the questions that are asked from a box. */
const Z_INDEX = 998;

/** What is answered there is no click beside the box. */
function isModalOpen(): boolean {
  return [...document.querySelectorAll('.ant-modal-wrap')].some((modal) => modal.checkVisibility());
}

/** A button of the header with a number, which opens a box below it; a click outside closes it. */
export function PopoverButton({
  label,
  icon,
  count,
  hint = null,
  badgeOffset = 0,
  open,
  onOpenChange,
  children,
}: PopoverButtonProps) {
  return (
    <Popover
      open={open}
      onOpenChange={(next) => (next || !isModalOpen()) && onOpenChange(next)}
      zIndex={Z_INDEX}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      // On a phone the box is as wide as the page, wherever its button stands.
      align={{ overflow: { adjustX: false, adjustY: false, shiftX: true } }}
      styles={{ container: { padding: 0, border: '1px solid var(--wl-border)' } }}
      content={children}
    >
      <span
        style={{ position: 'relative', paddingInlineEnd: badgeOffset + Math.max(0, getBadgeShift(count)) }}
      >
        <span className="visually-hidden" role="status">
          {hint}
        </span>
        <Tooltip open={hint !== null && !open} title={hint} placement="bottomRight">
          <span className={styles.anchor} aria-hidden />
        </Tooltip>
        <IconButton
          label={label}
          tooltip={!open && hint === null}
          aria-expanded={open}
          icon={
            <Badge
              count={count}
              size="small"
              overflowCount={99}
              offset={[getBadgeShift(count) + badgeOffset, 2]}
            >
              {icon}
            </Badge>
          }
        />
      </span>
    </Popover>
  );
}
