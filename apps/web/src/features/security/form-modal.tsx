import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';

interface FormModalProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** Receives callbacks for closing, and for the first input. */
  readonly children: (close: () => void, onTouched: () => void) => ReactNode;
}

/** A dialog with a form. A click outside never closes it, nor does Escape after a change, so that input is not lost. */
export function FormModal({ open, title, onClose, children }: FormModalProps) {
  const [touched, setTouched] = useState(false);
  const close = () => {
    setTouched(false);
    onClose();
  };
  return (
    <Modal
      open={open}
      title={title}
      onCancel={close}
      keyboard={!touched}
      mask={{ closable: false }}
      footer={null}
      width={420}
      destroyOnHidden
    >
      {children(close, () => setTouched(true))}
    </Modal>
  );
}
