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

/** A button that opens the file dialog. */
export function FileButton({ label, accept, multiple, loading, type, icon, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        // Not `hidden`: Ant Design sets `display` for every field of a form.
        style={{ display: 'none' }}
        accept={accept}
        multiple={multiple ?? false}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Allows selecting the same file again after it was corrected.
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
