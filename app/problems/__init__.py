"""Problems as problem documents."""
