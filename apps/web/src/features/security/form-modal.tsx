import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';

interface FormModalProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** What to call when it closes, and when something is typed. */
  readonly children: (close: () => void, onTouched: () => void) => ReactNode;
}

/** A dialog with a form in it. Neither a click beside it nor, once something is typed, Escape closes it: what was typed stays. */
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
