import { Button, type ButtonProps, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useMedia } from './media.ts';
import { useTip } from './use-tip.ts';

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'title' | 'icon' | 'children'> {
  /** Said by screen readers and shown in the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** False: no tooltip, while what the button opened stands there. */
  readonly tip?: boolean;
  readonly placement?: 'top' | 'bottom' | 'left' | 'right';
}

/** A button that is only an icon: it always has a name. */
export function IconButton({
  label,
  icon,
  tip = true,
  placement = 'bottom',
  type = 'text',
  onClick,
  onMouseLeave,
  ...rest
}: IconButtonProps) {
  // A finger cannot hover: what it taps would leave its name standing over the page.
  const hovers = useMedia('(hover: hover)');
  const { shown, close, renew } = useTip();
  return (
    <Tooltip title={hovers && tip ? label : null} placement={placement} mouseEnterDelay={0.4} {...shown}>
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
          renew();
          onMouseLeave?.(event);
        }}
      />
    </Tooltip>
  );
}
