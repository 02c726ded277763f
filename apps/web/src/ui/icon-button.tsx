import { Button, type ButtonProps, Tooltip } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useMedia } from './media.ts';

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
  // Who has clicked knows the name: it would lie over what was opened, until the pointer comes anew.
  const [shown, setShown] = useState(false);
  const clicked = useRef(false);
  return (
    <Tooltip
      title={hovers && tip ? label : null}
      placement={placement}
      mouseEnterDelay={0.4}
      open={shown}
      onOpenChange={(next) => setShown(next && !clicked.current)}
    >
      <Button
        {...rest}
        type={type}
        icon={icon}
        aria-label={label}
        onClick={(event) => {
          clicked.current = true;
          setShown(false);
          onClick?.(event);
        }}
        onMouseLeave={(event) => {
          clicked.current = false;
          onMouseLeave?.(event);
        }}
      />
    </Tooltip>
  );
}
