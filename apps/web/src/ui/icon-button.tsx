import { Button, type ButtonProps, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from './media.ts';
import { useTooltip } from './use-tooltip.ts';

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'title' | 'icon' | 'children'> {
  /** Said by screen readers and shown in the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** False: no tooltip, while what the button opened stands there. */
  readonly tooltip?: boolean;
  readonly placement?: 'top' | 'bottom' | 'left' | 'right';
}

/** A button that is only an icon: it always has a name. */
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
  // A finger cannot hover: what it taps would leave its name standing over the page.
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
