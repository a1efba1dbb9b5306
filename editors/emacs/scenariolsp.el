;;; scenariolsp.el --- Decision models and clinical scenarios with Eglot  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))

;;; Commentary:

;; Modes for the documents, the language server for them, and commands for what Eglot has no key for.  Diagnostics,
;; hover, completion, quick fixes and definitions are Eglot's own.

;;; Code:

(require 'eglot)

(defgroup scenariolsp nil "Executable decision models and clinical scenarios." :group 'languages)

(defcustom scenariolsp-command '("lsp" "serve")
  "The language server: a program, or the path of one, and its arguments."
  :type '(repeat string))

;; The name of a mode without "-mode" is the language id that Eglot sends.  The modes are not children of a JSON mode, or
;; a JSON server meant for that mode would report everything twice; they look like JavaScript's object literals.
(defmacro scenariolsp--define (mode name)
  "Define MODE, shown as NAME: JSON that the server knows more of."
  `(define-derived-mode ,mode prog-mode ,name
     "JSON that the scenariolsp language server knows more of."
     :syntax-table scenariolsp--syntax
     (setq-local font-lock-defaults '(scenariolsp--keywords)
                 comment-start "" comment-end ""
                 indent-tabs-mode nil)
     (eglot-ensure)))

(defvar scenariolsp--syntax
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?' "." table)
    table))

(defconst scenariolsp--keywords
  '(("\\(\"\\(?:[^\"\\\n]\\|\\\\.\\)*\"\\)[ \t]*:" 1 font-lock-keyword-face t)
    ("\\_<\\(?:true\\|false\\|null\\)\\_>" . font-lock-constant-face)))

(scenariolsp--define model-json-mode "Model")
(scenariolsp--define scenario-json-mode "Scenario")
(scenariolsp--define state-json-mode "State")
(scenariolsp--define run-json-mode "Run")
(scenariolsp--define questions-json-mode "Questions")
(scenariolsp--define engine-json-mode "Engine")

(dolist (entry '(("\\.model\\.json\\'" . model-json-mode)
                 ("\\.scenario\\.json\\'" . scenario-json-mode)
                 ("\\.state\\.json\\'" . state-json-mode)
                 ("\\.run\\.json\\'" . run-json-mode)
                 ("\\.questions\\.json\\'" . questions-json-mode)
                 ("\\.engine\\.jsonl?\\'" . engine-json-mode)))
  (add-to-list 'auto-mode-alist entry))

(add-to-list 'eglot-server-programs
             `((model-json-mode scenario-json-mode state-json-mode run-json-mode questions-json-mode engine-json-mode)
               . ,(lambda (&rest _) scenariolsp-command)))

(defun scenariolsp--execute (command done)
  "Send COMMAND for this buffer's document and call DONE with its result.
It does not wait: the server may ask something before it answers."
  (let ((buffer (current-buffer)))
    (jsonrpc-async-request
     (or (eglot-current-server) (user-error "The language server does not run for this buffer: M-x eglot starts it"))
     :workspace/executeCommand
     (list :command command :arguments (vector (list :uri (plist-get (eglot--TextDocumentIdentifier) :uri))))
     :success-fn (lambda (result) (with-current-buffer buffer (funcall done result)))
     :error-fn (lambda (err) (message "%s" (plist-get err :message)))
     :timeout-fn (lambda () (message "%s has not answered yet" command))
     :timeout 60)))

(defun scenariolsp--show (result)
  "Show RESULT, a plist, as JSON in a window of its own."
  (with-current-buffer (get-buffer-create "*scenario receipt*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (json-serialize result :false-object :json-false :null-object nil))
      (json-pretty-print-buffer)
      (goto-char (point-min)))
    (special-mode)
    (display-buffer (current-buffer))))

(defun scenariolsp-run-all ()
  "Answer every question of the model and show the receipt."
  (interactive)
  (scenariolsp--execute "lsp.runAll" #'scenariolsp--show))

(defun scenariolsp-select-state ()
  "Choose the state that values are shown for."
  (interactive)
  (scenariolsp--execute "lsp.selectState"
                        (lambda (state) (when state (message "Values are shown for %s" (plist-get state :name))))))

(defun scenariolsp-create-state ()
  "Write a state with the inputs that the model needs."
  (interactive)
  (scenariolsp--execute "lsp.createState" #'ignore))

(provide 'scenariolsp)
;;; scenariolsp.el ends here
