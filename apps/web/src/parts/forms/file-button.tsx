import { Button, type ButtonProps } from 'antd';
import { type ReactNode, useRef } from 'react';

interface FileButtonProps {
  readonly label: string;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly loading?: boolean;
  readonly type?: ButtonProps['type'];
  readonly icon?: ReactNode;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that lets the person choose files. */
export function FileButton({ label, accept, multiple, loading, type, icon, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        // Not `hidden`: Ant Design gives every field of a form a display of its own.
        style={{ display: 'none' }}
        accept={accept}
        multiple={multiple ?? false}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again, after it was mended.
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button
        size="small"
        type={type ?? 'default'}
        icon={icon}
        loading={loading ?? false}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
