import { Badge, Popover, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './popover-button.module.css';

interface PopoverButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Number on the badge. */
  readonly count: number;
  /** Shown at the button as a tooltip and announced as a status; null: none. */
  readonly hint?: string | null;
  /** Pixels by which the badge is moved outwards, for icons that fill their box. */
  readonly badgeOffset?: number;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

/** Pixels to the right. A wider badge must not cover its own icon or the next button. */
function getBadgeShift(count: number): number {
  return count > 99 ? 9 : count > 9 ? 5 : -1;
}

/** Pixels by which a badge at its shift is wider than the button: half its width beyond the button's own padding. */
function getBadgeOverhang(count: number): number {
  return Math.max(0, getBadgeShift(count)) + (count > 99 ? 10 : count > 9 ? 5 : 0);
}

/** Above the SOS alerts, which open automatically; below confirmations opened from this popover. */
const Z_INDEX = 998;

/** A click in a dialog does not count as a click outside the popover. */
function isModalOpen(): boolean {
  return [...document.querySelectorAll('.ant-modal-wrap')].some((modal) => modal.checkVisibility());
}

/** A header button with a badge that opens a popover; a click outside closes it. */
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
      // On a phone the popover is as wide as the page, wherever the button is.
      align={{ overflow: { adjustX: false, adjustY: false, shiftX: true } }}
      styles={{ container: { padding: 0, border: '1px solid var(--wl-border)' } }}
      content={children}
    >
      <span style={{ position: 'relative', paddingInlineEnd: badgeOffset + getBadgeOverhang(count) }}>
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
