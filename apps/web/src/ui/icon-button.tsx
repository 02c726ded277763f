import { Button, type ButtonProps, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from './media.ts';
import { useTooltip } from './use-tooltip.ts';

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'title' | 'icon' | 'children'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** False hides the tooltip, for example while what the button opened is visible. */
  readonly tooltip?: boolean;
  readonly placement?: 'top' | 'bottom' | 'left' | 'right';
}

/** An icon-only button, always with an accessible name. */
export function IconButton({
  label,
  icon,
  tooltip = true,
  placement = 'bottom',
  type = 'text',
  onClick,
  onMouseLeave,
  ...rest
}: IconButtonProps) {
  // Touch screens cannot hover: after a tap the tooltip would stay open.
  const canHover = useMedia('(hover: hover)');
  const { tooltipProps, close, reset } = useTooltip();
  return (
    <Tooltip
      title={canHover && tooltip ? label : null}
      placement={placement}
      mouseEnterDelay={0.4}
      {...tooltipProps}
    >
      <Button
        {...rest}
        type={type}
        icon={icon}
        aria-label={label}
        onClick={(event) => {
          close();
          onClick?.(event);
        }}
        onMouseLeave={(event) => {
          reset();
          onMouseLeave?.(event);
        }}
      />
    </Tooltip>
  );
}
